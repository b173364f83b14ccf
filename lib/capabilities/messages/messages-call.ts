import { isUtf8 } from 'node:buffer'
import type { SessionFields } from '#lib/capabilities/request-context.ts'
import type { CountTokensRequest } from '#lib/contracts/api/messages/messages.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { sessionOf, type SessionHeaders } from '#lib/capabilities/session.ts'
import { ApiError } from '#lib/errors.ts'
import type { NativeModel, NativeRequest } from '#lib/providers/native-model.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import { RepeatedMember, RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'
import { withoutAlias } from './list-message-models.ts'
import { namesUrls } from './named-urls.ts'
import { hasPdfs, type PdfReader, readPdfs } from './read-documents.ts'
import { refuseSharedState } from './shared-state.ts'
import { toChatRequest, type TranslatedRequest } from './to-chat-request.ts'

/** A request of the Messages API as it was sent. */
export interface SentMessages {
  readonly bytes: Buffer
  /** Of the URL; begins with a question mark, or empty. */
  readonly query: string
  readonly headers: SessionHeaders
  /** The validated body, for a target that needs another format. @throws ApiError */
  parse(): CountTokensRequest
}

const versionDefault = '2023-06-01'
const beta = 'anthropic-beta'

/** One request, for targets that get its bytes and for those that get a translation. */
export class MessagesCall {
  readonly #sent: SentMessages
  readonly #envelope: RequestEnvelope | null
  #input: CountTokensRequest | null = null
  #namesUrls: boolean | null = null

  /** @throws ApiError `invalid_json` for a member that must be unique */
  constructor(sent: SentMessages) {
    this.#sent = sent
    this.#envelope = readEnvelope(sent.bytes)
  }

  /** As sent, for the log; null: none. */
  get named(): string | null {
    const model = this.#envelope?.model
    return typeof model === 'string' ? model : null
  }

  /** The members that may name the session of the client. */
  get sessionFields(): SessionFields {
    return { session_id: this.#envelope?.sessionId, metadata: this.#envelope?.metadata }
  }

  /** The whole body, validated once. @throws ApiError with the path of the first error */
  get input(): CountTokensRequest {
    return (this.#input ??= this.#sent.parse())
  }

  /** @throws ApiError for a body that is not JSON */
  get envelope(): RequestEnvelope {
    if (this.#envelope !== null) return this.#envelope
    // Says where it is wrong.
    this.#sent.parse()
    throw new ApiError('invalid_json', 'The request body is not valid JSON.')
  }

  get streams(): boolean {
    return this.envelope.stream === true
  }

  /** The ids to try. @throws ApiError if one of the members that Sextant reads is invalid */
  get models(): { readonly model: string; readonly models: readonly string[] } {
    const { model, models = null, stream = null } = this.envelope
    const areIds = models === null || (isList(models) && models.every(id => typeof id === 'string'))
    const isValid = typeof model === 'string' && model !== '' && areIds
    if (!isValid || (stream !== null && typeof stream !== 'boolean')) {
      const { model: id } = this.input
      return { model: id, models: [] }
    }
    const ids = [...((models ?? []) as readonly string[]), ...this.#fallbacks]
    return { model: withoutAlias(model), models: ids.map(withoutAlias) }
  }

  get #fallbacks(): readonly string[] {
    const { fallbacks } = this.envelope
    if (fallbacks === 'default') return []
    if (fallbacks.length <= modelsMax) return fallbacks.flatMap(({ model: id }) => (id === null ? [] : [id]))
    const message = `\`fallbacks\` has ${fallbacks.length} entries; the limit is ${modelsMax}. Send fewer.`
    throw new ApiError('invalid_value', message, { param: 'fallbacks' })
  }

  /**
   * Reads its PDF files once, before it is translated.
   * @returns null: it has none
   */
  readDocuments(reader: PdfReader, signal: AbortSignal): Promise<void> | null {
    if (!hasPdfs(this.input)) return null
    return readPdfs(this.input, reader, signal).then(input => {
      this.#input = input
    })
  }

  /**
   * The model as it takes the request unchanged. A server in our network gets no URLs of clients: translation fetches
   * what they name.
   * @returns null: the request has to be translated
   */
  nativeOf({ model }: ChatTarget): NativeModel | null {
    const native = model.native?.messages
    if (native === undefined) return null
    const isRefused = native.refusesUrls && (this.#namesUrls ??= namesUrls(this.envelope))
    return isRefused ? null : native
  }

  /**
   * For a provider with this API format.
   * @param maxTokens a limit for a request that sets none; null: none
   * @param otherModels the provider's names of the other models that the request names
   * @throws ApiError for ids of state that all teams share
   */
  toNative(
    publicId: string,
    maxTokens: number | null,
    otherModels?: NativeRequest['otherModels'],
  ): NativeRequest {
    const { envelope } = this
    refuseSharedState(envelope)
    const others = otherModels && { otherModels }
    return { envelope, maxTokens, publicId, query: this.#query, headers: this.#headers, ...others }
  }

  /** For any other target. @throws ApiError with the path of what cannot be translated */
  toChat({ model }: ChatTarget, teamId: string): TranslatedRequest {
    const session = sessionOf(teamId, this.#sent.headers, this.sessionFields)
    const quirks = model.translation ?? {}
    return toChatRequest(this.input, { quirks, teamId, session, version: this.#version })
  }

  /** For estimates, whichever target answers. @throws ApiError as `toChat` does */
  toPlainChat(teamId: string): ChatRequest {
    return toChatRequest(this.input, { quirks: {}, teamId, session: null, version: versionDefault }).request
  }

  /** Parts of the HTTP request that are not forwarded with it, and the thinking that is removed. */
  get notForwarded(): readonly string[] {
    const { query, headers } = this.#sent
    const names = this.envelope.hasOwnThinking ? ['thinking of other models'] : []
    if (query.length > 1 && this.#query === '') names.push('query')
    if (headers[beta] !== undefined && this.#header(beta) === null) names.push(beta)
    return names
  }

  /** A version that is sent twice counts once. */
  get #version(): string {
    return this.#header('anthropic-version')?.split(',')[0]?.trim() || versionDefault
  }

  get #headers(): Record<string, string> {
    const features = this.#header(beta)
    return { 'anthropic-version': this.#version, ...(features !== null && { [beta]: features }) }
  }

  get #query(): string {
    const { query } = this.#sent
    return /^\?[\w=&.%-]{1,1024}$/.test(query) ? query : ''
  }

  #header(name: string): string | null {
    const value = this.#sent.headers[name]
    const text = typeof value === 'string' ? value : (value ?? []).join(', ')
    return /^[ -~]{1,4096}$/.test(text) ? text : null
  }
}

// As in the contract.
const modelsMax = 8

function isList(models: unknown): models is readonly unknown[] {
  return Array.isArray(models) && models.length <= modelsMax
}

function readEnvelope(bytes: Buffer): RequestEnvelope | null {
  if (!isUtf8(bytes)) return null
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  try {
    return new RequestEnvelope(hasMark ? bytes.subarray(3) : bytes)
  } catch (error) {
    if (error instanceof UnreadableJson) return null
    if (!(error instanceof RepeatedMember)) throw error
    throw new ApiError('invalid_json', `The request body is not valid JSON: ${error.message}.`, {
      cause: error,
    })
  }
}
