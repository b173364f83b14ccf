import { capabilities } from '#lib/contracts/api/capabilities.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'

/** An API format of the chat playground: another one is an entry of `apiFormats` and an adapter. */
interface ApiFormatInfo {
  readonly label: string
  /** Differences of every request in this format, below the choice; null: none. */
  readonly hint: string | null
  /** API path; the contract has the ID of the format. */
  readonly path: string
}

const { routes } = capabilities.chat

/** The Messages API requires a limit; this one is also that of the gateway for Anthropic's models. */
export const maxTokensDefault = 4096

export const apiFormats: Readonly<Record<SentFormat, ApiFormatInfo>> = {
  chat: { label: 'Chat', hint: null, path: routes.chat },
  messages: {
    label: 'Messages',
    hint: `Reasoning is returned only with reasoning_effort. Without max_tokens, ${maxTokensDefault.toLocaleString('en')} is sent.`,
    path: routes.messages,
  },
  responses: {
    label: 'Responses',
    hint: 'Sent with store: false. OpenAI’s models summarize their reasoning only with reasoning_effort.',
    path: routes.responses,
  },
}

/** The format of a request to a path; other paths are read as chat completions. */
export function apiFormatOf(path: string): SentFormat {
  return allFormats.find(format => apiFormats[format].path === path) ?? 'chat'
}

/** A saved format; requests without one are chat completions. */
export function readApiFormat(value: unknown): SentFormat {
  return allFormats.find(format => format === value) ?? 'chat'
}

export const allFormats = ['chat', 'messages', 'responses'] as const satisfies readonly ApiFormat[]

/** An API format in which Chat can send. */
export type SentFormat = (typeof allFormats)[number]
