'use client'
import { createContext } from 'react'
import { focusField } from './focus-field.ts'

/** Leads to a field of the request from anywhere in the result: below 1100 px its tab has to be opened first. */
export const GoToFieldContext = createContext<(path: string) => void>(focusField)
