'use client'
import { createContext } from 'react'

/** Initial width of the request pane, in percent. */
export const defaultPercent = 42

/** Width of the request pane when the user left the page, in percent; the server reads the cookie. */
export const SplitContext = createContext(defaultPercent)
