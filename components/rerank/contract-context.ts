'use client'
import { createContext, useContext } from 'react'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'

export const ContractContext = createContext<ContractInfo | null>(null)

export function useRerankContract(): ContractInfo {
  const contract = useContext(ContractContext)
  if (!contract) throw new Error('The contract is only known within its playground.')
  return contract
}
