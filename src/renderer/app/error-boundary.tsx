import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { MessageBlock } from '../components/message-block.tsx';

/** Catches a screen's render error and offers a reload. A new `resetKey` clears it. */
export class ErrorBoundary extends Component<
  { children: ReactNode; resetKey?: string },
  { failed: boolean; key: string | undefined }
> {
  override state: { failed: boolean; key: string | undefined } = { failed: false, key: undefined };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: { resetKey?: string },
    state: { failed: boolean; key: string | undefined },
  ): { failed: boolean; key: string | undefined } | null {
    return props.resetKey === state.key ? null : { failed: false, key: props.resetKey };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="whole-width wide-640 pad-24">
        <MessageBlock
          tone="neg"
          live
          title="This screen could not be shown."
          actions={<Button onPress={() => window.location.reload()}>Reload</Button>}
        >
          Nothing is lost: what you queued is saved on this computer.
        </MessageBlock>
      </div>
    );
  }
}
