type Webgl = 'card' | 'processor' | 'none';
let known: Webgl | undefined;

/** Names of programs that draw by the processor. */
const processors = /swiftshader|llvmpipe|softpipe|basic render/i;

/** Maker of three-dimensional pictures in this browser. */
export function webglBy(): Webgl {
  known ??= tryIt();
  return known;
}

function tryIt(): Webgl {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) return 'none';
    const names = context.getExtension('WEBGL_debug_renderer_info');
    const name = String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER));
    // Browsers keep few contexts: this one would take the place of another.
    context.getExtension('WEBGL_lose_context')?.loseContext();
    return processors.test(name) ? 'processor' : 'card';
  } catch {
    return 'none';
  }
}
