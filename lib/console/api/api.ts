import 'server-only'
import { headers } from 'next/headers'
import { settings, signedInOrigin } from '#lib/console/core/loaded-config.ts'

/** API details for pages: its URL for this browser, and whether keys are managed here. */
export async function readApi(): Promise<{ baseUrl: string; createsKeys: boolean }> {
  const { remote } = settings()
  if (remote !== null) return { baseUrl: remote.baseUrl, createsKeys: false }
  const origin = signedInOrigin()
  if (origin !== null) return { baseUrl: origin, createsKeys: true }
  const received = await headers()
  const scheme = received.get('x-forwarded-proto') ?? 'http'
  return { baseUrl: `${scheme}://${received.get('host') ?? 'localhost:3000'}`, createsKeys: true }
}
