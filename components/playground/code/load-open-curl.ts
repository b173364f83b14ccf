import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { OpenedCurl } from './open-curl.ts'

/** Loads `openCurl` with the first pasted command: few users paste one. */
export async function loadOpenCurl(command: string, contract: ContractInfo): Promise<OpenedCurl> {
  try {
    const { openCurl } = await import('./open-curl.ts')
    return openCurl(command, contract)
  } catch {
    return { draft: null, notes: ['The curl parser could not be loaded. Try again.'] }
  }
}
