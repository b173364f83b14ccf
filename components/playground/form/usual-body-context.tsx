'use client'
import { createContext } from 'react'
import type { Draft } from './model/draft.ts'

/** What a playground asks for by itself: a parameter that has this value was not set by anybody. */
export const UsualBodyContext = createContext<Draft['body']>({})
