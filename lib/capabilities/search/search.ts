import type { EventStream, Handler } from '#lib/capabilities/call.ts'
import type { Call } from '#lib/capabilities/call.ts'
import type { SearchChunk, searchContract, SearchRequest } from '#lib/contracts/search.ts'
import { collectSearch } from './collect-search.ts'
import { runSearch } from './run-search.ts'
import { createSearchHead } from './search-head.ts'
import { readSearchJob } from './search-job.ts'
import type { SearchParts } from './search-parts.ts'
import { SearchRun } from './search-run.ts'
import { streamSearch } from './stream-search.ts'

/** Answers a question from what the backends, the library and named pages say, with its sources. */
export function createSearch(parts: SearchParts): Handler<typeof searchContract> {
  return (request, call) =>
    request.stream === true ? stream(request, call, parts) : answer(request, call, parts)
}

async function answer(request: SearchRequest, call: Call, parts: SearchParts) {
  using run = new SearchRun(call, parts.deadlineMs)
  const job = await readSearchJob(request, call, parts)
  const items = runSearch(job, call, parts, run)
  return await collectSearch(items, createSearchHead(parts.version), optionsOf(request, parts), run)
}

async function* stream(request: SearchRequest, call: Call, parts: SearchParts): EventStream<SearchChunk> {
  using run = new SearchRun(call, parts.deadlineMs)
  const job = await readSearchJob(request, call, parts)
  const items = runSearch(job, call, parts, run)
  yield* streamSearch(items, createSearchHead(parts.version), optionsOf(request, parts), run)
}

function optionsOf({ details }: SearchRequest, { deadlineMs }: SearchParts) {
  return { details: details === true, deadlineMs }
}
