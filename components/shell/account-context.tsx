'use client'
import { createContext, useContext } from 'react'
import type { TeamRole } from '#lib/contracts/console/members.ts'

/** The signed-in account. */
export interface PageAccount {
  readonly id: string
  readonly name: string
  readonly role: TeamRole
  /** False in open mode, which has no accounts. */
  readonly signedIn: boolean
}

export const AccountContext = createContext<PageAccount>({
  id: 'owner',
  name: 'Owner',
  role: 'owner',
  signedIn: false,
})

export function useAccount(): PageAccount {
  return useContext(AccountContext)
}
