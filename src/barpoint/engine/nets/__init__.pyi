from .features_kernel import (
    BUCKETS as BUCKETS,
)
