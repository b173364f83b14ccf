import 'server-only'
import { playgroundContracts } from '#lib/contracts/api/all-contracts.ts'
import { playgrounds, type PlaygroundContract } from '#lib/contracts/api/capabilities.ts'
import { type ContractInfo, toContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'

/** The contracts with a playground, as data for the browser; its forms derive from them. */
export const contractInfos = Object.fromEntries(
  playgrounds.map(({ contract }) => [contract, toInfo(playgroundContracts[contract])]),
) as Readonly<Record<PlaygroundContract, ContractInfo>>

function toInfo(contract: Contract): ContractInfo {
  // Files cannot be serialized to the browser: their page has its own examples.
  return toContractInfo(contract.encoding === 'multipart' ? { ...contract, examples: [] } : contract)
}
