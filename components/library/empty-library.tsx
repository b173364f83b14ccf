'use client'
import { FileText, Globe, Network } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useLibraryRights } from './use-library-rights.ts'
import { type ExampleText, exampleTexts } from '#lib/client/library/example-texts.ts'

const ways: readonly { readonly href: Route; readonly icon: ReactNode; readonly words: string }[] = [
  { href: '/scrape', icon: <Globe size={16} aria-hidden />, words: 'Read web pages and add them' },
  { href: '/documents', icon: <FileText size={16} aria-hidden />, words: 'Read documents and add them' },
  { href: '/map', icon: <Network size={16} aria-hidden />, words: 'Map a website and add its pages' },
]

/** What a library is for, three texts to try it with, and the ways to fill it. Nothing is kept without a click. */
export function EmptyLibrary({ onExample }: { onExample: (example: ExampleText) => void }) {
  const { adds } = useLibraryRights()
  return (
    <div className="scroll min-h-0 flex-1">
      <div className="mx-auto flex max-w-[74ch] flex-col gap-4 px-5 py-6 max-sm:px-3">
        <div className="flex flex-col gap-1">
          <h2 className="text-base font-semibold">Nothing is kept yet</h2>
          <p className="text-muted">
            Pages and documents that are added here are found by their words and by their meaning, by AI
            search and by your own programs, and stay on this server.
          </p>
        </div>
        {adds ? <WaysToFill onExample={onExample} /> : <p>Members of the team fill it.</p>}
      </div>
    </div>
  )
}

function WaysToFill({ onExample }: { onExample: (example: ExampleText) => void }) {
  return (
    <>
      <h3 className="font-medium">Start from an example</h3>
      <ul className="flex flex-col gap-2">
        {exampleTexts.map(example => (
          <li key={example.title}>
            <button
              type="button"
              onClick={() => onExample(example)}
              className="w-full rounded-md border border-line bg-panel px-3 py-2.5 text-left hover:border-control"
            >
              <span className="block font-medium">{example.title}</span>
              <span className="text-muted">{example.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3 className="font-medium">Or bring your own</h3>
      <ul className="flex flex-col gap-1">
        {ways.map(({ href, icon, words }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-7 items-center gap-2 text-accent underline-offset-2 hover:underline"
            >
              {icon}
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
