'use client'
import { createContext } from 'react'

/** Whether Parameters was open when the page was left; the server reads the cookie. */
export const ParametersOpenContext = createContext(true)
