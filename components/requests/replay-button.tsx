'use client'
import { RotateCcw } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { type RequestCapability, toCapability } from '#lib/contracts/team/request-capability.ts'
import type { RequestDetail } from '#lib/contracts/team/requests.ts'
import { capabilityWords } from './capability-words.ts'

// The library is a page of its own, without requests to fill in.
const playgrounds: Readonly<Partial<Record<RequestCapability, Route>>> = {
  chat: '/chat',
  embeddings: '/embeddings',
  rerank: '/rerank',
  map: '/map',
  scrape: '/scrape',
  search: '/search',
  documents: '/documents',
}

/** Leads to the request's playground, where it is filled in and does not run. */
export function ReplayButton({ row }: { row: RequestDetail }) {
  const router = useRouter()
  const capability = toCapability(row)
  const playground = capability === null ? undefined : playgrounds[capability]
  if (capability === null || playground === undefined) return null
  return (
    <Button onClick={() => router.push(`${playground}?request=${encodeURIComponent(row.id)}` as Route)}>
      <RotateCcw size={16} aria-hidden />
      <span>
        Replay<span className="max-sm:sr-only"> in {capabilityWords[capability]}</span>
      </span>
    </Button>
  )
}
