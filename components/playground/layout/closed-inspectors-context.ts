'use client'
import { createContext } from 'react'

/** Playgrounds whose inspector the user closed, changed in place; the server reads the cookie. */
export const ClosedInspectorsContext = createContext(new Set<string>())
