'use client'
import { createContext } from 'react'

/** Whether Parameters was open when the user left the page; the server reads the cookie. */
export const ParametersOpenContext = createContext(true)
