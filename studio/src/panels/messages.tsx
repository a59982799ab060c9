import type { JSX } from 'react';
import type { Message } from '../simulation/store.ts';
import { CloseIcon } from './icons.tsx';
import './messages.css';

export interface MessagesProps {
  readonly messages: readonly Message[];
  onDismiss(id: number): void;
}

export function Messages({ messages, onDismiss }: MessagesProps): JSX.Element {
  return (
    <section className="messages" aria-label="Messages" aria-live="polite">
      {messages.map((message) => (
        <div
          key={message.id}
          className={`panel message ${message.kind}${message.isPassing ? ' passing' : ''}`}
          role={message.kind === 'error' ? 'alert' : undefined}
        >
          <div className="text">
            <p>{message.text}</p>
            {message.actions?.map(({ title, act }) => (
              <button key={title} type="button" className="plain-button" onClick={act}>
                {title}
              </button>
            ))}
            {message.more && message.more.length > 0 && (
              <details>
                <summary>Which?</summary>
                <ul>
                  {message.more.map((line, k) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
                    <li key={k}>{line}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          <button type="button" aria-label="Close message" title="Close" onClick={() => onDismiss(message.id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </section>
  );
}
