"""Makes a small file of the form that Nsight Systems exports: two waits of train_step(), one copy in an NVTX range."""

import sqlite3
import sys

file = sqlite3.connect(sys.argv[1])
file.executescript(
    """
    CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
        globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);
    CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
        contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER);
    CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL, correlationId INTEGER,
        globalPid INTEGER, bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL, srcKind INTEGER, dstKind INTEGER);
    CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, text TEXT,
        globalTid INTEGER, textId INTEGER);
    CREATE TABLE CUDA_CALLCHAINS (id INTEGER NOT NULL, symbol INTEGER NOT NULL, module INTEGER NOT NULL,
        unresolved INTEGER, originalIP INTEGER, stackDepth INTEGER NOT NULL, PRIMARY KEY (id, stackDepth));
    """
)
names = ["cudaLaunchKernel_v7000", "cudaStreamSynchronize_v3020", "cudaMemcpyAsync_v3020", "train_step(float*, int)",
         "main", "program", "loader"]
file.executemany("INSERT INTO StringIds VALUES (?, ?)", list(enumerate(names, 1)))
process = 7 << 24
thread = process | 9
calls = [  # start, end, correlation, name, chain
    (0, 5_000, 1, 1, None),
    (10_000, 2_000_000, 2, 2, 1),
    (2_010_000, 2_015_000, 3, 1, None),
    (2_020_000, 4_000_000, 4, 2, 1),
    (5_000_000, 5_005_000, 5, 1, None),
    (5_010_000, 6_000_000, 6, 3, None),
]
for start, end, correlation, name, chain in calls:
    row = (start, end, 0, thread, correlation, name, 0, chain)
    file.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
for start, end, correlation in ((6_000, 1_999_000, 1), (2_016_000, 3_999_000, 3), (5_006_000, 5_900_000, 5)):
    file.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, ?)", (start, end, correlation, process))
file.execute(f"INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (5900000, 5999000, 6, {process}, 4096, 2, 3, 1)")
file.execute(f"INSERT INTO NVTX_EVENTS VALUES (4900000, 6100000, 59, NULL, {thread}, 7)")
file.executemany("INSERT INTO CUDA_CALLCHAINS VALUES (1, ?, 6, 0, 0, ?)", [(2, 0), (4, 1), (5, 2)])
file.commit()
