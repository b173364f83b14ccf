import type { Handler } from '#lib/capabilities/handler.ts'
import { createRerank, type RerankOptions } from '#lib/capabilities/rerank/rerank.ts'
import type { rerankContract } from '#lib/contracts/api/rerank.ts'
import { createFetchFile, type FetchFile } from '#lib/web/fetch/fetch-file.ts'
import type { SafeFetch } from '#lib/web/fetch/safe-fetch.ts'

/** Operations of the tools that no other part of the gateway offers them. */
export interface ToolOperations {
  readonly rerank: Handler<typeof rerankContract>
  readonly fetchFile: FetchFile
  /** How long a call of a tool may take. */
  readonly callMsMax: number
}

const callMsMax = 300_000

/** Apart from the tools, which are loaded later. */
export function createToolOperations(
  deps: Omit<RerankOptions, 'version'> & { readonly safeFetch: SafeFetch },
): ToolOperations {
  const rerank = createRerank({ ...deps, version: '1' })
  return { rerank, fetchFile: createFetchFile(deps.safeFetch), callMsMax }
}
