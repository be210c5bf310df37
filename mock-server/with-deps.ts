type UseCases<Deps> = Readonly<Record<string, (deps: Deps, ...rest: never[]) => unknown>>;

/** The functions of a service as callers see them: without the dependencies they take first. */
export type WithDeps<Deps, Functions extends UseCases<Deps>> = {
  [Name in keyof Functions]: Functions[Name] extends (deps: Deps, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Joins the use cases of a module to a service: each gets `deps` as its first argument. */
export function withDeps<Deps, Functions extends UseCases<Deps>>(
  deps: Deps,
  functions: Functions,
): WithDeps<Deps, Functions> {
  const joined = Object.entries(functions).map(([name, run]) => [name, (...rest: never[]) => run(deps, ...rest)]);
  return Object.fromEntries(joined) as WithDeps<Deps, Functions>;
}
