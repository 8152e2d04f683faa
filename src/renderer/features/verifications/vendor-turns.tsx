import { ArrowRight, X } from 'lucide-react';
import { counted } from '#shared/counted.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { endTurns, nextVendor, useVendorTurns } from '../../stores/vendor-turns.ts';
import styles from './vendor-turns.module.css';

const cls = bindClasses(styles);

/** Leads on to the next of the vendors that were ticked to be verified; nothing where none waits. */
export function VendorTurns() {
  const { waiting } = useVendorTurns();
  if (waiting.length === 0) return null;
  return (
    <div className={cls('turns')}>
      <MessageBlock
        tone="neu"
        slim
        actions={
          <>
            <Button size="small" icon={ArrowRight} onPress={nextVendor}>
              Next vendor
            </Button>
            <Button size="small" variant="quiet" icon={X} onPress={endTurns}>
              Stop
            </Button>
          </>
        }
      >
        {`${counted(waiting.length, 'more vendor')} to verify.`}
      </MessageBlock>
    </div>
  );
}
