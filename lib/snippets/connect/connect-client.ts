import type { KeyScope } from '#lib/contracts/core/contract.ts'

/** Headings of the list of clients, in order. */
export const clientGroups = ['Agents', 'MCP', 'Editors', 'SDKs', 'Front ends', 'curl'] as const

/** A client that can call this server, with one or several ways to set it up. */
export interface ConnectClient {
  readonly id: string
  readonly name: string
  /** Language or purpose. */
  readonly about: string
  readonly group: (typeof clientGroups)[number]
  /** The sender of its requests, which must reach this server. */
  readonly callsFrom: 'this machine' | 'its own servers' | 'a container'
  /** Its `User-Agent` in the request log; null: it has none of its own. */
  readonly userAgent: RegExp | null
  /** The smallest context windows that it works with. */
  readonly needsTokens: WindowNeeds | null
  readonly ways: readonly [ConnectWay, ...ConnectWay[]]
}

export interface WindowNeeds {
  readonly all: number
  /** With a flag of the client that sends less. */
  readonly less: { readonly tokens: number; readonly flag: string }
}

/** A language or a place for the settings of a client. */
export interface ConnectWay {
  /** Also the value of `?client=` in links. */
  readonly id: string
  readonly label: string
  /** Scopes that its key needs. */
  readonly scopes: readonly KeyScope[]
  /** Type of the model that its lines name; null: they name none. */
  readonly modelKind: 'chat' | 'embeddings' | 'rerank' | null
  /** Where the key goes: the variable `SEXTANT_API_KEY`, or the lines themselves. */
  readonly keyIn: 'environment' | 'lines'
  readonly proof: Proof
  lines(server: ConnectServer): ConnectLines
}

/** How the lines were checked; days are `2026-11-23`. */
export type Proof =
  | { readonly kind: 'tested' }
  | { readonly kind: 'ran'; readonly version: string; readonly on: string }
  | { readonly kind: 'read'; readonly on: string; readonly source: string }

/** The values that differ between servers and models. */
export interface ConnectServer {
  /** URL without a path and without a slash at its end. */
  readonly address: string
  readonly model: string
  /** Tokens; null: unknown. */
  readonly contextWindow: number | null
  readonly readsImages: boolean
  /** For settings that cannot read the environment; null: a placeholder. */
  readonly apiKey: string | null
}

export interface ConnectLines {
  /** Installs the client; null: there is nothing to install, or the reader has it. */
  readonly install: string | null
  /** Point the client at this server. */
  readonly setUp: readonly [ConnectBlock, ...ConnectBlock[]]
  /** Sends the first request. */
  readonly send: ConnectBlock
}

export type ConnectBlock =
  | CodeBlock
  /** Fields of a form of the client. */
  | { readonly kind: 'fields'; readonly place: string; readonly fields: readonly ConnectField[] }
  | { readonly kind: 'text'; readonly text: string }

export interface CodeBlock {
  readonly kind: 'code'
  /** File or program that the lines belong to. */
  readonly place: string
  readonly language: 'bash' | 'python' | 'typescript' | 'json' | 'toml' | 'yaml'
  readonly code: string
}

export interface ConnectField {
  readonly label: string
  readonly value: string
}

/** Stands for a key that has not been created yet. */
export const keyPlaceholder = 'YOUR_API_KEY'

/** Stands for a model where the server has none of the type. */
export const modelPlaceholder = 'MODEL_ID'

/** Commands for a shell that has the key in `SEXTANT_API_KEY`. */
export function shellBlock(code: string): CodeBlock {
  return { kind: 'code', place: 'Shell', language: 'bash', code }
}

/** The lines of a program that is saved, then started. */
export function programLines(
  language: 'python' | 'typescript',
  { install, code }: { install: string; code: string },
): ConnectLines {
  const { place, run, installer } = programs[language]
  return {
    install: `${installer} ${install}`,
    setUp: [{ kind: 'code', place, language, code }],
    send: shellBlock(`${run} ${place}\n`),
  }
}

const programs = {
  python: { place: 'hello.py', run: 'python3', installer: 'pip install' },
  typescript: { place: 'hello.mts', run: 'node', installer: 'npm install' },
} as const

/** The question of every first request. */
export const hello = 'Say hello'
