import Link from 'next/link'

export default function NotFound() {
  return (
    <main className="grid h-dvh place-content-center gap-2 p-6 text-center">
      <h1 className="text-base font-semibold">There is no page at this address</h1>
      <p className="text-muted">It may have been moved, or the link is incomplete.</p>
      <Link href="/" className="text-accent underline underline-offset-2">
        Open the console
      </Link>
    </main>
  )
}
