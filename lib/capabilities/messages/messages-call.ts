import type { PdfCall, PdfReader } from '#lib/capabilities/api-formats/document-text.ts'
import { FormatCall, type SentRequest } from '#lib/capabilities/api-formats/format-call.ts'
import type { SessionFields } from '#lib/capabilities/request-context.ts'
import { sessionOf } from '#lib/capabilities/session.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { CountTokensRequest } from '#lib/contracts/api/messages/messages.ts'
import type { NativeRequest } from '#lib/providers/native/native-model.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { messagesLayout } from '#lib/providers/transport/envelope/request-envelope.ts'
import { withoutAlias } from './list-message-models.ts'
import { hasPdfs, readPdfs } from './read-documents.ts'
import { refuseSharedState } from './shared-state.ts'
import { toChatRequest, type TranslatedRequest } from './to-chat-request.ts'

const versionDefault = '2023-06-01'
const forwardedNames = ['anthropic-beta'] as const

/** A request of the Messages API. */
export class MessagesCall extends FormatCall<CountTokensRequest, TranslatedRequest> {
  readonly #isModel: (id: string) => boolean

  /**
   * @param isModel whether a model has this very id
   * @throws ApiError `invalid_json` for a member that must be unique
   */
  constructor(sent: SentRequest<CountTokensRequest>, isModel: (id: string) => boolean) {
    super(sent, messagesLayout)
    this.#isModel = isModel
  }

  /** The members that may name the session of the client. */
  get sessionFields(): SessionFields {
    const { sessionId, metadata } = this.envelope
    return { session_id: sessionId, metadata }
  }

  override toPublicId(name: string): string {
    return withoutAlias(name, this.#isModel)
  }

  get mayHavePdfs(): boolean {
    return hasPdfs(this.input)
  }

  protected withDocuments(reader: PdfReader, call: PdfCall): Promise<CountTokensRequest> {
    return readPdfs(this.input, reader, call)
  }

  toNative(
    publicId: string,
    maxTokens: number | null,
    otherModels: NativeRequest['otherModels'] = new Map(),
  ): NativeRequest {
    const { envelope, query } = this
    refuseSharedState(envelope)
    const set = maxTokens === null ? {} : { max_tokens: maxTokens }
    const headers = { 'anthropic-version': this.#version, ...this.forwardedHeaders }
    return { envelope, set, otherModels, publicId, query, headers }
  }

  toCount(publicId: string, otherModels: NativeRequest['otherModels']): NativeRequest {
    return this.toNative(publicId, null, otherModels)
  }

  toChat({ model }: ChatTarget, teamId: string): TranslatedRequest {
    const session = sessionOf(teamId, this.sent.headers, this.sessionFields)
    const quirks = model.translation ?? {}
    return toChatRequest(this.input, { quirks, teamId, session, version: this.#version })
  }

  toPlainChat(teamId: string): ChatRequest {
    return toChatRequest(this.input, { quirks: {}, teamId, session: null, version: versionDefault }).request
  }

  protected get forwardedNames(): readonly string[] {
    return forwardedNames
  }

  /** A version that is sent twice counts once. */
  get #version(): string {
    return this.header('anthropic-version')?.split(',')[0]?.trim() || versionDefault
  }
}
