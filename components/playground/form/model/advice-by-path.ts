import type { ErrorCode } from '#lib/errors.ts'

export interface Advice {
  /** The cause, in one sentence. */
  readonly cause: string
  /** The next step, in one sentence. */
  readonly action: string
  /** The page where the next step is taken. */
  readonly page?: RemedyPage
}

export type RemedyPage = keyof typeof remedyPages

export const remedyPages = {
  keys: { label: 'Open API keys', href: '/team/keys' },
  models: { label: 'Open Models', href: '/models' },
  providers: { label: 'Open Providers', href: '/team/providers' },
} as const

const adviceOfPages: Partial<Record<ErrorCode, Advice>> = {
  url_not_allowed: {
    cause: 'The address, scheme, port or credentials of the URL are not allowed.',
    action:
      'Use a public http or https URL without credentials. To allow a private host, add it to ALLOW_PRIVATE_HOSTS.',
  },
  fetch_failed: {
    cause: 'Could not reach the site.',
    action:
      'Open the URL in a browser. Check the host name, the certificate, and that this server can reach it.',
  },
  fetch_timeout: {
    cause: 'The site did not respond before the timeout.',
    action: 'Increase “timeout”, or try again later.',
  },
  unsupported_parameter: {
    cause: 'This server is missing a required component.',
    action: 'Remove the option named in the message. To enable a browser, set CHROMIUM_PATH.',
  },
  upstream_error: { cause: 'The page could not be read.', action: 'Try again, or use another URL.' },
  upstream_stream_interrupted: {
    cause: 'Mapping was interrupted.',
    action: 'The links found so far are shown. Run it again for the rest.',
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
      cause: 'Sextant does not answer from the model’s memory.',
      action: 'Add a search backend on the page Providers, or documents to the library.',
      page: 'providers',
    },
    upstream_error: {
      cause: 'The answer model failed after all retries and fallbacks.',
      action: 'Choose another chat model, or local/extractive, which quotes the sources without a model.',
    },
    upstream_timeout: {
      cause: 'The answer model timed out.',
      action: 'Choose a faster chat model, or local/extractive, which quotes the sources without a model.',
    },
    upstream_stream_interrupted: {
      cause: 'The answer model disconnected before the answer was complete.',
      action: 'The partial answer and its sources are shown above. Retry for a complete answer.',
    },
  },
  '/v1/embeddings': {
    context_length_exceeded: {
      cause: 'A text is longer than the model’s context window, or the texts total more than 300,000 tokens.',
      action: 'Split it, set “truncate” to cut long texts, or choose a model with a larger context window.',
    },
    array_above_max_length: {
      cause: 'A request can have at most 2,048 texts.',
      action: 'Send several requests. Texts entered one per line are split automatically.',
    },
    unsupported_parameter: {
      cause: 'This model does not support the field; for “dimensions”, its vectors have a fixed size.',
      action: 'Remove the field, or choose a model that supports it. The message lists some if available.',
    },
    integer_above_max_value: {
      cause: 'A number is too large; “dimensions” cannot exceed the model’s size.',
      action: 'Lower it to the limit in the message.',
    },
    request_too_large: {
      cause: 'The body is larger than 32 MiB.',
      action: 'Send fewer texts in one request.',
    },
  },
  '/v1/library': {
    storage_full: {
      cause: 'The team has reached its storage limit of 20,000 items or 2 GiB of text.',
      action: 'Delete items you no longer need.',
    },
  },
  '/v1/rerank': {
    context_length_exceeded: {
      cause: 'The query alone is longer than the model’s context window.',
      action: 'Shorten the query. Long documents are truncated; queries are not.',
    },
    array_above_max_length: {
      cause: 'A request can have at most 1,000 documents.',
      action: 'Narrow them down with search or embeddings first, then rank the rest.',
    },
    request_too_large: {
      cause: 'The body is larger than 32 MiB.',
      action: 'Send fewer or shorter documents.',
    },
  },
}
