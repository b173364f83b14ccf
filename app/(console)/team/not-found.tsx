import { UnavailablePage } from '#components/shell/unavailable-page.tsx'

export default function TeamPageNotFound() {
  return <UnavailablePage />
}
