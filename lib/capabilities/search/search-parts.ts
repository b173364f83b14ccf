import type { ChatOptions } from '#lib/capabilities/chat/chat.ts'
import type { EmbedTexts } from '#lib/capabilities/embeddings/embed-texts.ts'
import type { SearchLibrary } from '#lib/capabilities/library/library-hit.ts'
import type { ModelFacts } from '#lib/providers/registry/model-facts.ts'
import type { Search } from '#lib/search-backends/create-search.ts'
import type { ReadPage } from './retrieve/read-page.ts'

/** What a search needs of the registry, beside what chat needs. */
export interface SearchModels {
  /** @throws ApiError `model_not_found` */
  facts(publicId: string, kind: 'chat' | 'embeddings'): Promise<ModelFacts>
  /** The first model that the operator configured for chat; null: there is none but the embedded ones. */
  firstConfigured(kind: 'chat'): Promise<string | null>
}

export interface SearchLibraryPart {
  readonly search: SearchLibrary
  isEmpty(teamId: string): Promise<boolean>
}

export interface SearchDefaults {
  /** The operator's choice; null: the first configured one, else the embedded one. */
  readonly chat: string | null
  readonly embeddedChat: string
  /** The one that the library is embedded with. */
  readonly embeddings: string
}

/** Everything that an AI search asks for help. */
export interface SearchParts {
  readonly chat: ChatOptions
  readonly embed: EmbedTexts
  readonly models: SearchModels
  readonly backends: Search
  readonly library: SearchLibraryPart
  readonly readPage: ReadPage
  /** An address of ours for a thumbnail of a result; null: it has none. */
  readonly sealThumbnail: (url: string) => string | null
  /** The console's address of a stored text at a page. */
  readonly libraryAddress: (itemId: string, page: number) => string
  readonly defaults: SearchDefaults
  /** For everything. */
  readonly deadlineMs: number
  readonly version: string
}
