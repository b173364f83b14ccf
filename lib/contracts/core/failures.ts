import type { Contract } from './contract.ts'

export interface Failure {
  /** e.g. `429` */
  readonly status: string
  readonly meaning: string
}

const defaultValue: Readonly<Record<`${4 | 5}${string}`, string>> = {
  400: 'The request is invalid; `param` names the field.',
  401: 'The API key is missing or invalid.',
  403: 'The key does not allow this endpoint or model.',
  404: 'The model or item does not exist.',
  413: 'The body exceeds 32 MiB.',
  415: 'The body is not valid JSON.',
  429: 'A limit of the key is reached or every provider is busy. Retry after `retry-after`.',
  500: 'Internal error. Look up the request ID in the log.',
  502: 'The provider failed after retries and fallbacks.',
  503: 'No provider is available.',
  504: 'The provider timed out.',
}

/** Descriptions and additional statuses for forms with a file. */
const ofFiles: typeof defaultValue = {
  ...defaultValue,
  400: 'The form is invalid.',
  413: 'The file exceeds 50 MiB.',
  415: 'The body is not a form, or the file type is not supported.',
  422: 'The file is empty, damaged, encrypted or too large when unpacked, or its parser is not installed.',
  429: 'A limit of the key or IP address is reached, or too many files are queued. Retry after `retry-after`.',
  504: 'Reading the file timed out.',
  507: 'The disk is full.',
}

// They apply to a body, or to a provider that reads it.
const needBody: ReadonlySet<string> = new Set(['413', '415', '502', '504'])

/** Possible errors of a call, by status. */
export function failuresOf(contract: Contract): readonly Failure[] {
  const all = { ...(contract.encoding === 'multipart' ? ofFiles : defaultValue), ...contract.moreFailures }
  return Object.entries(all)
    .filter(([status]) => contract.encoding !== 'none' || !needBody.has(status))
    .map(([status, meaning]) => ({ status, meaning }))
}
