'use client'
import { createContext } from 'react'
import { focusField } from './focus-field.ts'

/**
 * Goes to a field of the request from anywhere in the result; below 1100 px it opens the request tab first.
 */
export const GoToFieldContext = createContext<(path: string) => void>(focusField)
