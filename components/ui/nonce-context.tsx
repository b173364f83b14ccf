'use client'
import { createContext, useContext } from 'react'

/** The nonce of this page's Content-Security-Policy, for libraries that insert a `<style>` themselves. */
export const NonceContext = createContext<string>('')

export function useNonce(): string {
  return useContext(NonceContext)
}
