'use client'
import { createContext } from 'react'
import type { Draft } from './model/draft.ts'

/** The playground's default body: a parameter with its default value counts as not set by the user. */
export const DefaultBodyContext = createContext<Draft['body']>({})
