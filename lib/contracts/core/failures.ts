import type { Contract } from './contract.ts'

export interface Failure {
  /** e.g. `429` */
  readonly status: string
  readonly meaning: string
}

const usual: Readonly<Record<`${4 | 5}${string}`, string>> = {
  400: 'The request is not valid; `param` names the field.',
  401: 'No key, or one that is not valid.',
  403: 'The key may not use this endpoint or model.',
  404: 'No such model or item.',
  413: 'The body is over 32 MiB.',
  415: 'The body is not JSON.',
  429: 'A limit of the key, or every provider is busy; `retry-after` says when to try again.',
  500: 'A mistake of ours; the request id leads to the log.',
  502: 'The provider failed, after retries and fallbacks.',
  503: 'No provider can be asked now.',
  504: 'The provider did not answer in time.',
}

/** What they mean, and which more there are, where the body is a form with a file. */
const ofFiles: typeof usual = {
  ...usual,
  400: 'The form is not valid.',
  413: 'The file is over 50 MiB.',
  415: 'The body is not a form, or the file of a kind that is not read.',
  422: 'The file is empty, damaged, locked or too large inside, or what could read it is not there.',
  429: 'A limit of the key or address, or too many files are waiting; `retry-after` says when to try again.',
  504: 'Reading the file took longer than it may.',
  507: 'The disk is full.',
}

// They are about a body, or a provider that reads it.
const needBody: ReadonlySet<string> = new Set(['413', '415', '502', '504'])

/** How a call may fail, by status. */
export function failuresOf(contract: Contract): readonly Failure[] {
  const all = { ...(contract.encoding === 'multipart' ? ofFiles : usual), ...contract.moreFailures }
  return Object.entries(all)
    .filter(([status]) => contract.encoding !== 'none' || !needBody.has(status))
    .map(([status, meaning]) => ({ status, meaning }))
}
