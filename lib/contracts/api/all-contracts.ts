import type { Contract } from '#lib/contracts/core/contract.ts'
import type { PlaygroundContract } from './capabilities.ts'
import { chatContract } from './chat.ts'
import { embeddingsContract } from './embeddings.ts'
import { libraryBatchContract, librarySettingsContract, libraryStatusContract } from './library-manage.ts'
import { keyContract } from './key.ts'
import {
  libraryAddContract,
  libraryDeleteContract,
  libraryItemContract,
  libraryListContract,
  librarySearchContract,
} from './library.ts'
import { mapContract, mapV2Contract } from './map.ts'
import { modelContract, modelsContract } from './models.ts'
import { rerankContract, rerankV2Contract } from './rerank.ts'
import { scrapeContract, scrapeFlatContract, scrapeFlatV2Contract } from './scrape.ts'
import { countTokensContract, messagesContract } from './messages/messages.ts'
import { inputTokensContract, responsesContract } from './responses/responses.ts'
import {
  responseCancelContract,
  responseContract,
  responseDeleteContract,
  responseInputItemsContract,
} from './responses/stored-responses.ts'
import { rawSearchContract } from './search/search-raw.ts'
import { searchContract } from './search/search.ts'
import { transcriptionContract } from './documents/transcription.ts'
import { uploadContract } from './documents/upload.ts'
import { mapEnvelopeContract, webContract } from './web.ts'

/** Every endpoint of the API, in the order of the OpenAPI document. */
export const servedContracts = [
  chatContract,
  messagesContract,
  countTokensContract,
  responsesContract,
  inputTokensContract,
  responseContract,
  responseDeleteContract,
  responseInputItemsContract,
  responseCancelContract,
  embeddingsContract,
  rerankContract,
  rerankV2Contract,
  webContract,
  mapContract,
  mapV2Contract,
  scrapeFlatContract,
  scrapeFlatV2Contract,
  uploadContract,
  transcriptionContract,
  libraryListContract,
  libraryAddContract,
  librarySearchContract,
  libraryStatusContract,
  librarySettingsContract,
  libraryBatchContract,
  libraryItemContract,
  libraryDeleteContract,
  modelsContract,
  modelContract,
  keyContract,
] as const

/** The contract of each playground. */
export const playgroundContracts = {
  chat: chatContract,
  embeddings: embeddingsContract,
  rerank: rerankContract,
  map: mapContract,
  scrape: scrapeContract,
  search: searchContract,
  upload: uploadContract,
} satisfies Readonly<Record<PlaygroundContract, Contract>>

/** The operations behind the single path of `webContract`, by the `model` of the body. */
export const webOperations = [searchContract, rawSearchContract, scrapeContract, mapEnvelopeContract] as const
