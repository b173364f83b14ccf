import { Link } from '#components/ui/link.tsx'

export default function NotFound() {
  return (
    <main className="grid h-dvh place-content-center gap-2 p-6 text-center">
      <h1 className="text-base font-semibold">Page not found</h1>
      <p className="text-muted">The page may have moved, or the link is incomplete.</p>
      <Link href="/" className="text-accent-text underline underline-offset-2">
        Open the console
      </Link>
    </main>
  )
}
