import type { caseContract } from '#shared/contract/gallery-case';
import type { Handlers } from '../../../http/mount.ts';
import type { CaseService } from './case.service.ts';
import type { PeopleService } from './people.service.ts';

export function caseRoutes(cases: CaseService, people: PeopleService): Handlers<typeof caseContract> {
  return {
    cases: ({ caller, input }) => cases.list(caller, input),
    case: ({ caller, params }) => cases.find(caller, params.id),
    collectCase: ({ caller, params, input }) => cases.collect(caller, params.id, input.isCollected).then(() => null),
    author: ({ caller, params }) => people.author(caller, params.id),
    people: ({ caller, params, input }) => people.people(caller, params.id, input),
    follow: ({ caller, params, input }) => people.follow(caller, params.id, input.isFollowed).then(() => null),
    blockAuthor: ({ caller, params, input }) => people.block(caller, params.id, input.isBlocked).then(() => null),
    reportAuthor: ({ caller, params, input }) => people.report(caller, params.id, input).then(() => null),
    editAbout: ({ caller, input }) => people.editAbout(caller, input.about).then(() => null),
  };
}
