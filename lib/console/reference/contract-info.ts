import 'server-only'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { type ContractInfo, toContractInfo } from '#lib/contracts/core/contract-info.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { searchContract } from '#lib/contracts/api/search/search.ts'
import { uploadContract } from '#lib/contracts/api/upload.ts'

/** The contracts with a playground, as data for the browser; its forms derive from them. */
export const contractInfos = {
  chat: toContractInfo(chatContract),
  embeddings: toContractInfo(embeddingsContract),
  rerank: toContractInfo(rerankContract),
  map: toContractInfo(mapContract),
  scrape: toContractInfo(scrapeContract),
  search: toContractInfo(searchContract),
  // Its examples contain files, which cannot be serialized to the browser: the page has its own.
  upload: toContractInfo({ ...uploadContract, examples: [] }),
} satisfies Record<string, ContractInfo>
