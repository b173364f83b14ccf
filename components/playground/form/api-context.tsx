'use client'
import { createContext, useContext } from 'react'

export interface Api {
  /** Base URL shown in snippets and the HTTP tab. Runs go through the console's own route. */
  readonly baseUrl: string
  /** False when another server manages the API keys. */
  readonly createsKeys: boolean
}

export const ApiContext = createContext<Api>({ baseUrl: 'http://localhost:3000', createsKeys: false })

export function useApi(): Api {
  return useContext(ApiContext)
}
