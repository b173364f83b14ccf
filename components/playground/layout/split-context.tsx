'use client'
import { createContext } from 'react'

/** Share of the width that the request pane has at first, in percent. */
export const usualPercent = 42

/** Share of the width that the request pane had when the page was left, in percent; the server reads the cookie. */
export const SplitContext = createContext(usualPercent)
