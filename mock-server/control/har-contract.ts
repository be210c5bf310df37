import { z } from 'zod';

/* HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/, as far as the journal fills it. */

const named = z.array(z.object({ name: z.string(), value: z.string() }));

const HarRequest = z.object({
  method: z.string(),
  url: z.string(),
  httpVersion: z.string(),
  cookies: named,
  headers: named,
  queryString: named,
  postData: z
    .object({
      mimeType: z.string(),
      text: z.string().optional(),
      params: z
        .array(
          z.object({
            name: z.string(),
            value: z.string().optional(),
            fileName: z.string().optional(),
            contentType: z.string().optional(),
          }),
        )
        .optional(),
      comment: z.string().optional(),
    })
    .optional(),
  /** −1: not known. */
  headersSize: z.int(),
  bodySize: z.int(),
});

const HarResponse = z.object({
  status: z.int(),
  statusText: z.string(),
  httpVersion: z.string(),
  cookies: named,
  headers: named,
  content: z.object({
    size: z.int(),
    mimeType: z.string(),
    text: z.string().optional(),
    comment: z.string().optional(),
  }),
  redirectURL: z.string(),
  headersSize: z.int(),
  bodySize: z.int(),
});

export const Har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    pages: z.array(z.never()),
    entries: z.array(
      z.object({
        startedDateTime: z.string(),
        /** Milliseconds. */
        time: z.number(),
        request: HarRequest,
        response: HarResponse,
        cache: z.object({}),
        timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
        /** Number of the request, in the answer and in the log as well. */
        _requestId: z.string(),
      }),
    ),
  }),
});
