import type {
  SearchDetails,
  SearchFinish,
  SearchSource,
  SearchStep,
} from '#lib/contracts/api/search/search.ts'
import type { Media } from './retrieve/find-media.ts'

/** What a search has to say while it goes on, in this order; steps come as they end. */
export type SearchItem =
  | { readonly kind: 'waiting'; readonly note: string }
  | { readonly kind: 'step'; readonly step: SearchStep }
  | {
      readonly kind: 'found'
      readonly sources: readonly SearchSource[]
      readonly details: Pick<SearchDetails, 'query' | 'sources' | 'backends'>
    }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'end'
      readonly media: Media
      readonly suggestions: readonly string[]
      readonly finish: SearchFinish
    }
