/** @jsxImportSource preact */
import { useCallback, useRef, useState } from 'preact/hooks'

const lifetime = 6000

/** The latest message. It disappears after some seconds. If the same message comes twice, screen readers read it twice. */
export function useNews() {
  const [news, setNews] = useState({ text: '', count: 0 })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const announce = useCallback((text: string) => {
    setNews(({ count }) => ({ text, count: count + 1 }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNews(({ count }) => ({ text: '', count })), lifetime)
  }, [])
  return { news, announce }
}

export function LiveRegion({ news }: { news: { text: string; count: number } }) {
  return (
    <div class="news" role="status">
      {news.text !== '' && <p key={news.count}>{news.text}</p>}
    </div>
  )
}
