'use client'
import { createContext, useContext } from 'react'

export interface Api {
  /** The address that snippets and Wire print; runs themselves go through the console's own route. */
  readonly baseUrl: string
  /** False where another server keeps the keys. */
  readonly createsKeys: boolean
}

export const ApiContext = createContext<Api>({ baseUrl: 'http://localhost:3000', createsKeys: false })

export function useApi(): Api {
  return useContext(ApiContext)
}
