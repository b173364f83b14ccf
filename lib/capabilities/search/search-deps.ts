import type { ChatOptions } from '#lib/capabilities/chat/chat-options.ts'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import type { EmbedTexts } from '#lib/capabilities/embeddings/embed-texts.ts'
import type { SearchLibrary } from '#lib/capabilities/library/library-hit.ts'
import type { ModelFacts } from '#lib/providers/registry/model-facts.ts'
import type { Search } from '#lib/search-backends/create-search.ts'
import type { ReadPage } from './retrieve/read-page.ts'

/** The part of the registry that search needs besides chat. */
export interface SearchModels {
  /** @throws ApiError `model_not_found` */
  facts(publicId: string, kind: 'chat' | 'embeddings'): Promise<ModelFacts>
  /** @throws ApiError `model_not_found` */
  requireListed(publicId: string, kind: 'chat' | 'embeddings'): Promise<void>
  /** The models for requests that name none. */
  defaults(): DefaultModels
}

export interface SearchLibraryPart {
  readonly search: SearchLibrary
  isEmpty(teamId: string): Promise<boolean>
}

/** Dependencies of an AI search. */
export interface SearchDeps {
  readonly chat: ChatOptions
  readonly embed: EmbedTexts
  readonly models: SearchModels
  readonly backends: Search
  readonly library: SearchLibraryPart
  readonly readPage: ReadPage
  /** Our URL for a result's thumbnail; null: none. */
  readonly sealThumbnail: (url: string) => string | null
  /** The console's URL of a stored text at a page. */
  readonly libraryAddress: (itemId: string, page: number) => string
  /** Total deadline. */
  readonly deadlineMs: number
  readonly version: string
}
