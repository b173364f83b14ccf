import { createContext } from 'react'

/** Host of the page whose text is shown: links within it omit it. null: the text comes from no page. */
export const OwnHostContext = createContext<string | null>(null)
