import 'server-only'
import { chatContract } from '#lib/contracts/chat.ts'
import { type ContractInfo, toContractInfo } from '#lib/contracts/contract-info.ts'

/** The contracts that have a playground, as data for the browser; the forms are made from them. */
export const contractInfos = {
  chat: toContractInfo(chatContract),
} satisfies Record<string, ContractInfo>
