import type { ErrorCode } from '#lib/errors.ts'

export interface Advice {
  /** The cause, in one sentence. */
  readonly cause: string
  /** The next step, in one sentence. */
  readonly action: string
}

const adviceOfPages: Partial<Record<ErrorCode, Advice>> = {
  url_not_allowed: {
    cause: 'The address is private, or of a kind that is never fetched.',
    action:
      'Use a public http or https address without a user name; a private host has to stand in ALLOW_PRIVATE_HOSTS.',
  },
  fetch_failed: {
    cause: 'The site could not be reached.',
    action:
      'Open the address in a browser; check its name, its certificate, and that this server may reach it.',
  },
  fetch_timeout: {
    cause: 'The site did not answer in the time that was given.',
    action: 'Raise “timeout”, or try again later.',
  },
  unsupported_parameter: {
    cause: 'This server has not what it needs.',
    action: 'Leave out what the message names; a browser is set up by CHROMIUM_PATH.',
  },
  upstream_error: { cause: 'The site could not be read.', action: 'Try again, or another address.' },
  upstream_stream_interrupted: {
    cause: 'Mapping broke off.',
    action: 'The links that came are kept; run it again for the rest.',
  },
}

/** An AI search shares its path with scrape; its errors come from backends and models. */
export const searchPlace = '/v1/web search'

/** Advice for an error code on a specific path. */
export const adviceByPath: Readonly<Record<string, Partial<Record<ErrorCode, Advice>>>> = {
  '/v1/map': adviceOfPages,
  '/v1/web': adviceOfPages,
  [searchPlace]: {
    search_unavailable: {
      cause: 'No search backend answered, and your library is empty or was left out.',
      action: 'The message says why for each; set up another one, or add pages and documents to the library.',
    },
    upstream_error: {
      cause: 'The model that writes the answer failed; retries and fallbacks are used up.',
      action: 'Choose another chat model, or local/extractive, which quotes the sources without one.',
    },
    upstream_timeout: {
      cause: 'The model that writes the answer did not answer in time.',
      action: 'Choose a faster chat model, or local/extractive, which quotes the sources without one.',
    },
    upstream_stream_interrupted: {
      cause: 'The model broke off in the middle of the answer.',
      action: 'What came is kept above, with its sources; ask again for a whole answer.',
    },
  },
  '/v1/embeddings': {
    context_length_exceeded: {
      cause: 'A text is longer than the model’s context window, or all of them are more than 300,000 tokens.',
      action: 'Split it, set “truncate” to cut what is longer, or choose a model with a larger window.',
    },
    array_above_max_length: {
      cause: 'One request takes at most 2,048 texts.',
      action: 'Send several requests: texts written line by line are split by themselves.',
    },
    unsupported_parameter: {
      cause: 'This model cannot do it; with “dimensions”, its vectors have one size only.',
      action: 'Remove the field, or choose a model that can; the message names some where there are any.',
    },
    integer_above_max_value: {
      cause: 'A number is too large; of “dimensions”, a model has only so many.',
      action: 'Lower it to the limit in the message.',
    },
    request_too_large: {
      cause: 'The body is larger than 32 MiB.',
      action: 'Send fewer texts in one request.',
    },
  },
  '/v1/library': {
    storage_full: {
      cause: 'The team keeps as much as it may: 20,000 items or 2 GiB of text.',
      action: 'Delete what is no longer needed.',
    },
  },
  '/v1/rerank': {
    context_length_exceeded: {
      cause: 'The query alone is longer than the model’s context window.',
      action: 'Shorten it: documents that are too long are cut, a query is not.',
    },
    array_above_max_length: {
      cause: 'One request takes at most 1,000 documents.',
      action: 'Leave out those that cannot be meant, by a search or by embeddings, and rank the rest.',
    },
    request_too_large: {
      cause: 'The body is larger than 32 MiB.',
      action: 'Send fewer or shorter documents.',
    },
  },
}
