import { isUtf8 } from 'node:buffer'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { conversationBeginning } from '#lib/capabilities/routing/conversation-beginning.ts'
import type { SessionHeaders } from '#lib/capabilities/session.ts'
import { type ChatRequest, fallbackModelsMax } from '#lib/contracts/api/chat.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import { ApiError } from '#lib/errors.ts'
import type { NativeModel, NativeRequest } from '#lib/providers/native/native-model.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { isRecord, isTooDeep } from '#lib/providers/transport/json.ts'
import { RepeatedMember, UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import { type EnvelopeLayout, RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import type { ClientPaths } from './client-paths.ts'
import type { PdfCall, PdfReader } from './document-text.ts'
import { namesUrls } from './named-urls.ts'

/** The formats in which requests may be forwarded as they are. */
export type NativeApiFormat = Exclude<ApiFormat, 'chat'>

/** A request as it was sent. */
export interface SentRequest<Input> {
  readonly bytes: Buffer
  /** Of the URL; begins with a question mark, or empty. */
  readonly query: string
  readonly headers: SessionHeaders
  /** The validated body, for a target that needs another format. @throws ApiError */
  parse(bytes: Buffer): Input
  /** Counts more bytes as used memory until the response ends. @throws ApiError where they do not fit */
  hold(bytes: number): void
}

/** A request as a chat request. */
export interface Translated {
  readonly request: ChatRequest
  /** Members that the target cannot use. */
  readonly ignored: readonly string[]
  /** Where its members come from. */
  readonly paths: ClientPaths
  /** Whether the client marks what to cache. */
  readonly hasCacheHints: boolean
}

/** A request in one API format, for targets that get its bytes and for those that get a translation. */
export abstract class FormatCall<Input, Translation extends Translated> {
  protected readonly sent: SentRequest<Input>
  readonly #envelope: RequestEnvelope | null
  #input: Input | null = null
  #namesUrls: boolean | null = null

  /** @throws ApiError `invalid_json` for a member that must be unique */
  constructor(sent: SentRequest<Input>, layout: EnvelopeLayout) {
    this.sent = sent
    this.#envelope = readEnvelope(sent.bytes, layout)
  }

  /** As sent, for the log; null: none. */
  get named(): string | null {
    const model = this.#envelope?.model
    return typeof model === 'string' ? model : null
  }

  /** The whole body, validated once. @throws ApiError with the path of the first error */
  get input(): Input {
    return (this.#input ??= this.sent.parse(this.sent.bytes))
  }

  /** @throws ApiError for a body that is not JSON */
  get envelope(): RequestEnvelope {
    if (this.#envelope !== null) return this.#envelope
    // Says where it is wrong.
    this.sent.parse(this.sent.bytes)
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
    if (isValid && (stream === null || typeof stream === 'boolean')) {
      const ids = [...((models ?? []) as readonly string[]), ...this.#fallbacks]
      return { model: this.toPublicId(model), models: ids.map(id => this.toPublicId(id)) }
    }
    void this.input
    throw new ApiError('invalid_value', "Invalid value for 'model'.", { param: 'model' })
  }

  get #fallbacks(): readonly string[] {
    const { fallbacks } = this.envelope
    if (fallbacks === 'default') return []
    if (fallbacks.length <= fallbackModelsMax)
      return fallbacks.flatMap(({ model }) => (model === null ? [] : [model]))
    const message = `\`fallbacks\` has ${fallbacks.length} entries; the limit is ${fallbackModelsMax}. Send fewer.`
    throw new ApiError('invalid_value', message, { param: 'fallbacks' })
  }

  /** Identifies the conversation where the client names no session; null: the body cannot be read. */
  get beginning(): string | null {
    const body = readBody(this.envelope.bytes.toString())
    return body === null ? null : conversationBeginning(body)
  }

  /** The public id that a name in the request stands for. */
  toPublicId(name: string): string {
    return name
  }

  /** Reads its PDF files once, before it is translated. */
  async readDocuments(
    reader: PdfReader,
    { signal, caller }: Pick<RequestContext, 'signal' | 'caller'>,
  ): Promise<void> {
    if (!this.mayHavePdfs) return
    this.#input = await this.withDocuments(reader, { signal, keyId: caller.keyId })
  }

  /** Whether it may have PDF files: most requests have none, and waiting for nothing costs time. */
  abstract get mayHavePdfs(): boolean

  protected abstract withDocuments(reader: PdfReader, call: PdfCall): Promise<Input>

  /**
   * The model as it takes the request unchanged. A server in our network gets no URLs of clients: translation fetches
   * what they name.
   * @returns null: the request has to be translated
   */
  nativeOf({ model }: ChatTarget, apiFormat: NativeApiFormat): NativeModel | null {
    const native = model.native?.[apiFormat]
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
  abstract toNative(
    publicId: string,
    maxTokens: number | null,
    otherModels?: NativeRequest['otherModels'],
  ): NativeRequest

  /** For the operation of a provider that counts tokens. @throws ApiError as `toNative` does */
  abstract toCount(publicId: string, otherModels: NativeRequest['otherModels']): NativeRequest

  /** For any other target. @throws ApiError with the path of what cannot be translated */
  abstract toChat(target: ChatTarget, teamId: string): Translation

  /** For estimates, whichever target answers. @throws ApiError as `toChat` does */
  abstract toPlainChat(teamId: string): ChatRequest

  /** Parts of the HTTP request that are not forwarded with it, and the thinking that is removed. */
  get notForwarded(): readonly string[] {
    const { query, headers } = this.sent
    const names = this.envelope.hasOwnThinking ? ['thinking of other models'] : []
    if (query.length > 1 && this.query === '') names.push('query')
    for (const name of this.forwardedNames)
      if (headers[name] !== undefined && this.header(name) === null) names.push(name)
    return names
  }

  /** Headers that the provider gets if the client sends them. */
  protected abstract get forwardedNames(): readonly string[]

  /** Those of them that may be forwarded. */
  protected get forwardedHeaders(): Record<string, string> {
    return Object.fromEntries(
      this.forwardedNames.flatMap(name => {
        const value = this.header(name)
        return value === null ? [] : [[name, value]]
      }),
    )
  }

  /** A header that may be forwarded; null: it is absent, or no printable text. */
  protected header(name: string): string | null {
    const value = this.sent.headers[name]
    const text = typeof value === 'string' ? value : (value ?? []).join(', ')
    return /^[ -~]{1,4096}$/.test(text) ? text : null
  }

  /** The query as it may be forwarded. */
  protected get query(): string {
    const { query } = this.sent
    return /^\?[\w=&.%-]{1,1024}$/.test(query) ? query : ''
  }
}

/** Any request, for what needs no translation. */
export type AnyCall = FormatCall<unknown, Translated>

function isList(models: unknown): models is readonly unknown[] {
  return Array.isArray(models) && models.length <= fallbackModelsMax
}

function readEnvelope(bytes: Buffer, layout: EnvelopeLayout): RequestEnvelope | null {
  if (!isUtf8(bytes)) return null
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  try {
    return new RequestEnvelope(hasMark ? bytes.subarray(3) : bytes, layout)
  } catch (error) {
    if (error instanceof UnreadableJson) return null
    if (!(error instanceof RepeatedMember)) throw error
    throw new ApiError('invalid_json', `The request body is not valid JSON: ${error.message}.`, {
      cause: error,
    })
  }
}

function readBody(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) && !isTooDeep(body, text) ? body : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
